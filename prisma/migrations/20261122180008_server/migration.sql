-- What /api/health/ready writes to learn whether the database takes writes. Nothing in it is worth a log record.
CREATE UNLOGGED TABLE "health_probe" (
    "id" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    CONSTRAINT "health_probe_pkey" PRIMARY KEY ("id")
);
