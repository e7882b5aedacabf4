CREATE TABLE "s3_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"endpoint" text,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"access_key_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"secret_ending" text DEFAULT '' NOT NULL,
	"path_style" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "s3_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "s3_import_objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"key" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"size_bytes" bigint,
	"etag" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason_code" text,
	"reason_details" jsonb,
	"file_id" uuid
);
--> statement-breakpoint
ALTER TABLE "s3_import_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "s3_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"folder_id" uuid,
	"to_top" boolean NOT NULL,
	"selection" jsonb NOT NULL,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"error_details" jsonb,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "s3_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "s3_connections" ADD CONSTRAINT "s3_connections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_import_objects" ADD CONSTRAINT "s3_import_objects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_import_objects" ADD CONSTRAINT "s3_import_objects_import_id_s3_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."s3_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_import_objects" ADD CONSTRAINT "s3_import_objects_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_connection_id_s3_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."s3_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "s3_connections_name" ON "s3_connections" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "s3_import_objects_key" ON "s3_import_objects" USING btree ("import_id","key");--> statement-breakpoint
CREATE INDEX "s3_import_objects_state" ON "s3_import_objects" USING btree ("import_id","state");--> statement-breakpoint
CREATE INDEX "s3_import_objects_company_key" ON "s3_import_objects" USING btree ("company_id","key");--> statement-breakpoint
CREATE INDEX "s3_import_objects_file_id" ON "s3_import_objects" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "s3_imports_company_id" ON "s3_imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "s3_imports_connection_id" ON "s3_imports" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "s3_imports_owner_id" ON "s3_imports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "s3_imports_folder_id" ON "s3_imports" USING btree ("folder_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "s3_connections" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "s3_import_objects" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "s3_imports" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));