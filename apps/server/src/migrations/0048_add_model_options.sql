ALTER TABLE "models" ADD COLUMN "options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "sealed_options" jsonb DEFAULT '{}'::jsonb NOT NULL;