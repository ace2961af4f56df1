-- How the null pair of a check came out. Rows that are there do not say: without their stored hash all are made again.
ALTER TABLE "Run" ADD COLUMN "nullPairP" REAL;
CREATE INDEX "Run_nullPairP_idx" ON "Run"("nullPairP");
UPDATE "Run" SET "storedHash" = '';
