CREATE TABLE "document_coverages" (
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"words" integer NOT NULL,
	"left_out_words" integer NOT NULL,
	"missing_words" integer NOT NULL,
	"left_out" jsonb NOT NULL,
	CONSTRAINT "document_coverages_document_id_version_pk" PRIMARY KEY("document_id","version")
);
--> statement-breakpoint
ALTER TABLE "document_coverages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_coverages" ADD CONSTRAINT "document_coverages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_coverages" ADD CONSTRAINT "document_coverages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "of_company" ON "document_coverages" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));