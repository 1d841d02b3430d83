-- Methods that read the pages behind search results and answer with citations.
CREATE TABLE "web_pages" (
    "id" SERIAL NOT NULL,
    "url" TEXT NOT NULL,
    "final_url" TEXT NOT NULL,
    "key" CHAR(64) NOT NULL,
    "day" DATE NOT NULL,
    "title" TEXT,
    "content_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "paragraphs" JSONB NOT NULL,
    "cut" BOOLEAN NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "extract_ms" INTEGER NOT NULL,

    CONSTRAINT "web_pages_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "web_pages_day_key_key" ON "web_pages"("day", "key");

CREATE TABLE "retrieval_steps" (
    "item_id" INTEGER NOT NULL,
    "step" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "retrieval_steps_pkey" PRIMARY KEY ("item_id","step")
);
ALTER TABLE "retrieval_steps" ADD CONSTRAINT "retrieval_steps_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "job_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "retrieval_steps" ADD CONSTRAINT "retrieval_steps_kind" CHECK ("kind" IN ('pages', 'paragraphs'));

ALTER TABLE "jobs" ADD COLUMN "embedding_model_id" INTEGER;
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_embedding_model_id_fkey" FOREIGN KEY ("embedding_model_id") REFERENCES "served_models"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "model_calls" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'chat',
  ADD CONSTRAINT "model_calls_kind" CHECK ("kind" IN ('chat', 'embedding'));
ALTER TABLE "model_calls" DROP CONSTRAINT "model_calls_messages";
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_messages" CHECK ("state" <> 'answered' OR "messages" IS NOT NULL OR "kind" = 'embedding');

-- A host that is allowed for a service is not thereby one whose pages may be read.
ALTER TABLE "allowed_hosts" ADD COLUMN "pages" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "model_runs" DROP CONSTRAINT "model_runs_prompt_method";
ALTER TABLE "model_runs" ADD CONSTRAINT "model_runs_prompt_method"
  CHECK ("prompt_method" IN ('zero-shot', 'few-shot', 'chain-of-thought', 'freshprompt', 'self-ask', 'premise-check', 'search-only', 'webglm', 'other'));

SELECT make_append_only('web_pages');
SELECT make_append_only('retrieval_steps');
