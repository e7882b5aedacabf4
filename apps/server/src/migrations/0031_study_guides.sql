CREATE TABLE "study_guides" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"document_id" uuid,
	"content_stamp" text NOT NULL,
	"model_name" text NOT NULL,
	"guide" jsonb NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "study_guides_of" UNIQUE NULLS NOT DISTINCT("knowledge_base_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "study_guides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "study_guides" ADD CONSTRAINT "study_guides_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_guides" ADD CONSTRAINT "study_guides_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_guides" ADD CONSTRAINT "study_guides_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "of_company" ON "study_guides" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));