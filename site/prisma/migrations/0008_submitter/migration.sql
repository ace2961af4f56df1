ALTER TABLE "Run" ADD COLUMN "submitter" TEXT;
-- It is derived from the statements, and the slugs of engines from the products that the project knows: the next
-- synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
