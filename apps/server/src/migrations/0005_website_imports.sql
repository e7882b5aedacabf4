CREATE TABLE "website_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"url" text NOT NULL,
	"moved_to" text,
	"settings" jsonb NOT NULL,
	"status" text NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"seeded" boolean DEFAULT false NOT NULL,
	"limit_reached" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"error_detail" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"next_run_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "website_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "website_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"url" text NOT NULL,
	"url_key" text NOT NULL,
	"first" boolean DEFAULT false NOT NULL,
	"depth" integer DEFAULT 0 NOT NULL,
	"found_on" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"http_status" integer,
	"same_as" text,
	"title" text DEFAULT '' NOT NULL,
	"document_id" uuid,
	"kept" boolean DEFAULT false NOT NULL,
	"etag" text,
	"last_modified" text,
	"text_hash" text,
	"rendered" boolean DEFAULT false NOT NULL,
	"visited_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "website_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "website_imports" ADD CONSTRAINT "website_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_imports" ADD CONSTRAINT "website_imports_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_imports" ADD CONSTRAINT "website_imports_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_import_id_website_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."website_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "website_imports_knowledge_base_id" ON "website_imports" USING btree ("knowledge_base_id","created_at");--> statement-breakpoint
CREATE INDEX "website_imports_company_status" ON "website_imports" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "website_imports_next_run_at" ON "website_imports" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "website_imports_owner_id" ON "website_imports" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "website_pages_url_key" ON "website_pages" USING btree ("import_id","url_key");--> statement-breakpoint
CREATE INDEX "website_pages_state" ON "website_pages" USING btree ("import_id","state","depth");--> statement-breakpoint
CREATE INDEX "website_pages_text_hash" ON "website_pages" USING btree ("import_id","text_hash");--> statement-breakpoint
CREATE INDEX "website_pages_document_id" ON "website_pages" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "website_pages_company_id" ON "website_pages" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "website_imports" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "website_pages" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));