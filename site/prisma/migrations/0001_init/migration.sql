CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "hash" TEXT NOT NULL,
    "suite" TEXT NOT NULL,
    "suiteVersion" INTEGER NOT NULL,
    "startedAt" TEXT NOT NULL,
    "finishedAt" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "division" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "osFamily" TEXT NOT NULL,
    "osName" TEXT NOT NULL,
    "osVersion" TEXT,
    "architecture" TEXT NOT NULL,
    "cpuModel" TEXT,
    "cpuCount" INTEGER,
    "cellCount" INTEGER NOT NULL,
    "sampleCount" INTEGER NOT NULL,
    "problemCount" INTEGER NOT NULL,
    "analysisVersion" INTEGER NOT NULL,
    "statementBytes" INTEGER NOT NULL
);

CREATE TABLE "Engine" (
    "runId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "version" TEXT,

    PRIMARY KEY ("runId", "name"),
    CONSTRAINT "Engine_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Cell" (
    "runId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "workload" TEXT NOT NULL,
    "scenario" TEXT NOT NULL,
    "engine" TEXT,
    "label" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "isPrimary" BOOLEAN NOT NULL,
    "n" INTEGER,
    "mean" REAL,
    "median" REAL,
    "minimum" REAL,
    "maximum" REAL,
    "ratio" REAL,
    "ratioLow" REAL,
    "ratioHigh" REAL,

    PRIMARY KEY ("runId", "position", "metric"),
    CONSTRAINT "Cell_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "Run_hash_key" ON "Run"("hash");
CREATE INDEX "Run_startedAt_idx" ON "Run"("startedAt");
CREATE INDEX "Engine_product_idx" ON "Engine"("product");
CREATE INDEX "Cell_workload_scenario_idx" ON "Cell"("workload", "scenario");
