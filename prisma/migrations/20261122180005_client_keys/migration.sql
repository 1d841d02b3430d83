-- CreateTable
CREATE TABLE "client_keys" (
    "key" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "command" TEXT NOT NULL,
    "outcome" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "client_keys_pkey" PRIMARY KEY ("key")
);

-- AddForeignKey
ALTER TABLE "client_keys" ADD CONSTRAINT "client_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
