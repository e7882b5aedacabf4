CREATE TABLE "document_tables" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"page" integer,
	"columns" jsonb NOT NULL,
	"row_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_tables" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"engine" text NOT NULL,
	"page" integer NOT NULL,
	"reading" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "page_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "kind" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "questions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "page_end" integer;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "image_key" text;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "table_id" uuid;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "source_chunk_ids" uuid[];--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "enriched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "enrichment_options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "first_page_text" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "text_sha256" text;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "enrichment_options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "document_tables" ADD CONSTRAINT "document_tables_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_tables" ADD CONSTRAINT "document_tables_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_readings" ADD CONSTRAINT "page_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_tables_knowledge_base_id" ON "document_tables" USING btree ("knowledge_base_id");--> statement-breakpoint
CREATE INDEX "document_tables_document_id" ON "document_tables" USING btree ("document_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "page_readings_page" ON "page_readings" USING btree ("company_id","sha256","engine","page");--> statement-breakpoint
CREATE INDEX "chunks_image_key" ON "chunks" USING btree ("image_key") WHERE image_key is not null;--> statement-breakpoint
CREATE INDEX "chunks_table_id" ON "chunks" USING btree ("table_id") WHERE table_id is not null;--> statement-breakpoint
CREATE INDEX "documents_text_sha256" ON "documents" USING btree ("knowledge_base_id","text_sha256");--> statement-breakpoint
CREATE POLICY "of_company" ON "document_tables" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "page_readings" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));