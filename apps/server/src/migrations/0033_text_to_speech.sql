ALTER TABLE "models" ADD COLUMN "voice" text;--> statement-breakpoint
ALTER TABLE "usage_records" ADD COLUMN "characters" integer DEFAULT 0 NOT NULL;