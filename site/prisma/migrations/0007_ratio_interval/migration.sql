ALTER TABLE "Benchmark" ADD COLUMN "ratioLower" REAL;
ALTER TABLE "Benchmark" ADD COLUMN "ratioUpper" REAL;
-- Both are derived from the documents: the next synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
