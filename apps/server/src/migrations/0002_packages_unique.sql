ALTER TABLE "packages" DROP CONSTRAINT "packages_name_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "packages_name" ON "packages" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "packages_sign_up_default" ON "packages" USING btree ("is_sign_up_default") WHERE is_sign_up_default;--> statement-breakpoint
CREATE INDEX "documents_file_id" ON "documents" USING btree ("file_id");