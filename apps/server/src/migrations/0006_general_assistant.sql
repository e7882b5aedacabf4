DROP INDEX "assistants_name";--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "is_general" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "assistants_general" ON "assistants" USING btree ("company_id","owner_id") WHERE is_general;--> statement-breakpoint
CREATE UNIQUE INDEX "assistants_name" ON "assistants" USING btree ("company_id",lower("name")) WHERE deleted_at is null and not is_general;