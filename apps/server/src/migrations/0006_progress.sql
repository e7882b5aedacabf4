ALTER TABLE "documents" ADD COLUMN "progress_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ADD COLUMN "fingerprint" text;