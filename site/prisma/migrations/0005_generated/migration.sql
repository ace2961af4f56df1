ALTER TABLE "Run" ADD COLUMN "generated" BOOLEAN NOT NULL DEFAULT false;
-- It is derived from the documents: the next synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
