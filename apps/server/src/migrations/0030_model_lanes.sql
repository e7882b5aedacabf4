DROP INDEX "messages_one_streaming";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "lane" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_streaming" ON "messages" USING btree ("conversation_id","lane") WHERE status = 'streaming';