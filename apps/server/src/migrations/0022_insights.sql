ALTER TABLE "messages" ADD COLUMN "first_token_ms" integer;--> statement-breakpoint
CREATE INDEX "usage_records_assistant" ON "usage_records" USING btree ("assistant_id","created_at");