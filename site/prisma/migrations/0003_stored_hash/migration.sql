-- Rows that are there were made from bytes that nobody noted: none matches, so all are made again.
ALTER TABLE "Run" ADD COLUMN "storedHash" TEXT NOT NULL DEFAULT '';
