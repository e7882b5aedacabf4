ALTER TABLE "knowledge_bases" ADD COLUMN "top_k" integer DEFAULT 1024 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "rerank_model_id" text;