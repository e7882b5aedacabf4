-- A draft says so itself; it was a knowledge base that is deleted in the year 9999.
select set_config('lectern.across_companies', 'on', true);--> statement-breakpoint
DROP INDEX "knowledge_bases_name";--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "knowledge_bases" SET "is_draft" = true, "deleted_at" = NULL WHERE "deleted_at" = '9999-01-01 00:00:00+00';--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_bases_name" ON "knowledge_bases" USING btree ("company_id",lower("name")) WHERE deleted_at is null and not is_draft;--> statement-breakpoint
select set_config('lectern.across_companies', '', true);
