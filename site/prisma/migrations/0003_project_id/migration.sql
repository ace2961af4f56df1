-- A project is identified by the ids in its token. The name is a label, which can change hands.
DROP INDEX "Run_project_startedAt_id_idx";
ALTER TABLE "Run" RENAME COLUMN "project" TO "projectName";
ALTER TABLE "Run" ADD COLUMN "project" TEXT;
ALTER TABLE "Run" ADD COLUMN "issuer" TEXT;
ALTER TABLE "Run" ADD COLUMN "repositoryId" TEXT;
ALTER TABLE "Run" ADD COLUMN "ownerId" TEXT;
CREATE INDEX "Run_project_startedAt_id_idx" ON "Run"("project", "startedAt" DESC, "id");
CREATE INDEX "Run_projectName_startedAt_id_idx" ON "Run"("projectName", "startedAt" DESC, "id");
CREATE INDEX "Run_projectName_project_startedAt_id_idx" ON "Run"("projectName", "project", "startedAt" DESC, "id");
-- The ids are in the statements: the next synchronization derives the rows of every run again.
UPDATE "Run" SET "analysisVersion" = 0;
