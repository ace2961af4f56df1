ALTER TABLE "Run" ADD COLUMN "keyFigure" TEXT;
ALTER TABLE "Run" ADD COLUMN "scenarios" TEXT NOT NULL DEFAULT '';
-- Both are derived from the documents: the next synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
