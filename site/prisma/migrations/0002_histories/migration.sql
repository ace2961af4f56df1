-- What lists, histories and search ask for. Every row follows from the documents and is made again with its new columns.
DROP TABLE "Cell";
DROP TABLE "Engine";
DROP TABLE "Run";

CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "hash" TEXT NOT NULL,
    "suite" TEXT NOT NULL,
    "suiteVersion" INTEGER NOT NULL,
    "startedAt" TEXT NOT NULL,
    "finishedAt" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "sourceVersion" TEXT,
    "division" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "mark" TEXT,
    "kind" TEXT NOT NULL,
    "counts" TEXT,
    "repository" TEXT,
    "project" TEXT,
    "commit" TEXT,
    "pullRequest" INTEGER,
    "osFamily" TEXT NOT NULL,
    "osName" TEXT NOT NULL,
    "osVersion" TEXT,
    "architecture" TEXT NOT NULL,
    "cpuModel" TEXT,
    "cpuCount" INTEGER,
    "machine" TEXT,
    "workloads" TEXT NOT NULL,
    "cellCount" INTEGER NOT NULL,
    "sampleCount" INTEGER NOT NULL,
    "problemCount" INTEGER NOT NULL,
    "analysisVersion" INTEGER NOT NULL,
    "statementBytes" INTEGER NOT NULL
);

CREATE TABLE "Engine" (
    "runId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "version" TEXT,
    "mountType" TEXT,
    "setup" TEXT NOT NULL,
    "inHistory" BOOLEAN NOT NULL,
    "startedAt" TEXT NOT NULL,

    PRIMARY KEY ("runId", "name"),
    CONSTRAINT "Engine_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Cell" (
    "runId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "workload" TEXT NOT NULL,
    "workloadDigest" TEXT,
    "work" TEXT NOT NULL,
    "scenario" TEXT NOT NULL,
    "engine" TEXT,
    "arm" TEXT,
    "label" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "better" TEXT NOT NULL,
    "isPrimary" BOOLEAN NOT NULL,
    "n" INTEGER,
    "mean" REAL,
    "median" REAL,
    "minimum" REAL,
    "maximum" REAL,
    "ratio" REAL,
    "ratioLow" REAL,
    "ratioHigh" REAL,
    "inHistory" BOOLEAN NOT NULL,
    "startedAt" TEXT NOT NULL,

    PRIMARY KEY ("runId", "position", "metric"),
    CONSTRAINT "Cell_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "Run_hash_key" ON "Run"("hash");
CREATE INDEX "Run_startedAt_id_idx" ON "Run"("startedAt" DESC, "id");
CREATE INDEX "Run_suite_idx" ON "Run"("suite");
CREATE INDEX "Run_project_startedAt_id_idx" ON "Run"("project", "startedAt" DESC, "id");
CREATE INDEX "Engine_slug_inHistory_startedAt_runId_idx" ON "Engine"("slug", "inHistory", "startedAt" DESC, "runId");
CREATE INDEX "Cell_workload_inHistory_startedAt_runId_idx" ON "Cell"("workload", "inHistory", "startedAt" DESC, "runId");
