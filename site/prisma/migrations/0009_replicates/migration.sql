ALTER TABLE "Run" ADD COLUMN "submittedAt" TEXT;
ALTER TABLE "Run" ADD COLUMN "replicates" TEXT;
CREATE INDEX "Run_replicates_idx" ON "Run"("replicates");
-- They are derived from the documents and the statements: the next synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
