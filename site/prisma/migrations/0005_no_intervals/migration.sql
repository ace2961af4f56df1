-- No page reads them, and deriving them took most of the time of indexing a run.
ALTER TABLE "Cell" DROP COLUMN "ratioLow";
ALTER TABLE "Cell" DROP COLUMN "ratioHigh";
