DROP INDEX "knowledge_bases_name";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_bases_name" ON "knowledge_bases" USING btree ("company_id",lower("name")) WHERE deleted_at is null and not is_draft and conversation_id is null;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD CONSTRAINT "knowledge_bases_conversation_id_unique" UNIQUE("conversation_id");