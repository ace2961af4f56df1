-- The tables of `schema.prisma`. A change of this file makes every index anew.
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
    "provenanceLevel" TEXT NOT NULL,
    "signature" TEXT,
    "bundleFault" TEXT,
    "state" TEXT,
    "kind" TEXT NOT NULL,
    "counts" TEXT,
    "nullPairP" REAL,
    "unreliable" BOOLEAN NOT NULL,
    "busy" BOOLEAN NOT NULL,
    "generated" BOOLEAN NOT NULL,
    "repository" TEXT,
    "projectName" TEXT,
    "project" TEXT,
    "issuer" TEXT,
    "repositoryId" TEXT,
    "ownerId" TEXT,
    "submitter" TEXT,
    "submittedAt" TEXT,
    "replicates" TEXT,
    "commit" TEXT,
    "baseCommit" TEXT,
    "pullRequest" INTEGER,
    "ref" TEXT,
    "osFamily" TEXT NOT NULL,
    "osName" TEXT NOT NULL,
    "osVersion" TEXT,
    "architecture" TEXT NOT NULL,
    "cpuModel" TEXT,
    "cpuCount" INTEGER,
    "machine" TEXT,
    "workloads" TEXT NOT NULL,
    "scenarios" TEXT NOT NULL,
    "keyFigure" TEXT,
    "benchmarkCount" INTEGER NOT NULL,
    "sampleCount" INTEGER NOT NULL,
    "problemCount" INTEGER NOT NULL,
    "analysisVersion" INTEGER NOT NULL,
    "storedHash" TEXT NOT NULL,
    "storedSize" INTEGER NOT NULL,
    "storedModified" REAL NOT NULL,
    "statementsSize" INTEGER NOT NULL,
    "statementsModified" REAL NOT NULL,
    "bundleSize" INTEGER NOT NULL,
    "bundleModified" REAL NOT NULL,
    "trust" TEXT NOT NULL
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

CREATE TABLE "Benchmark" (
    "runId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "workload" TEXT NOT NULL,
    "workloadDigest" TEXT,
    "definition" TEXT,
    "work" TEXT NOT NULL,
    "scenario" TEXT NOT NULL,
    "engine" TEXT,
    "variant" TEXT,
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
    "ratioLower" REAL,
    "ratioUpper" REAL,
    "ratioStatus" TEXT,
    "ratioRounds" INTEGER,
    "control" BOOLEAN NOT NULL,
    "inHistory" BOOLEAN NOT NULL,
    "startedAt" TEXT NOT NULL,

    PRIMARY KEY ("runId", "position", "metric"),
    CONSTRAINT "Benchmark_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "Run_hash_key" ON "Run"("hash");
CREATE INDEX "Run_startedAt_id_idx" ON "Run"("startedAt" DESC, "id");
CREATE INDEX "Run_suite_startedAt_id_idx" ON "Run"("suite", "startedAt" DESC, "id");
CREATE INDEX "Run_project_startedAt_id_idx" ON "Run"("project", "startedAt" DESC, "id");
CREATE INDEX "Run_projectName_startedAt_id_idx" ON "Run"("projectName", "startedAt" DESC, "id");
CREATE INDEX "Run_projectName_project_startedAt_id_idx" ON "Run"("projectName", "project", "startedAt" DESC, "id");
CREATE INDEX "Run_nullPairP_idx" ON "Run"("nullPairP");
CREATE INDEX "Run_state_idx" ON "Run"("state");
CREATE INDEX "Run_replicates_idx" ON "Run"("replicates");
CREATE INDEX "Engine_slug_inHistory_startedAt_runId_idx" ON "Engine"("slug", "inHistory", "startedAt" DESC, "runId");
CREATE INDEX "Benchmark_workload_inHistory_startedAt_runId_idx" ON "Benchmark"("workload", "inHistory", "startedAt" DESC, "runId");
