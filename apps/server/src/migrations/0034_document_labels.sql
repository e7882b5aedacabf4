CREATE TABLE "document_labels" (
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"field" text NOT NULL,
	"value" text collate "C",
	"number" double precision
);
--> statement-breakpoint
ALTER TABLE "document_labels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_labels" ADD CONSTRAINT "document_labels_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_labels" ADD CONSTRAINT "document_labels_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_labels_value" ON "document_labels" USING btree ("knowledge_base_id","kind","field","value","document_id","company_id") WHERE number is null;--> statement-breakpoint
CREATE INDEX "document_labels_number" ON "document_labels" USING btree ("knowledge_base_id","field","number","document_id","company_id") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "document_labels_document_id" ON "document_labels" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "documents_properties" ON "documents" USING btree ("knowledge_base_id","id","company_id","format","created_at","name");--> statement-breakpoint
CREATE POLICY "of_company" ON "document_labels" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));
--> statement-breakpoint
SELECT set_config('lectern.across_companies', 'on', true);--> statement-breakpoint
INSERT INTO "document_labels" (company_id, knowledge_base_id, document_id, kind, field, value, number)
SELECT DISTINCT company_id, knowledge_base_id, id, 'tag', '', lower(tag), null::float8
FROM "documents", unnest(tags) AS tag
UNION ALL
SELECT company_id, knowledge_base_id, id,
  CASE jsonb_typeof(entry.value) WHEN 'number' THEN 'number' WHEN 'boolean' THEN 'yes_no' ELSE 'text' END,
  entry.key,
  CASE WHEN jsonb_typeof(entry.value) <> 'number' THEN lower(entry.value #>> '{}') END,
  CASE WHEN jsonb_typeof(entry.value) = 'number' THEN (entry.value #>> '{}')::float8 END
FROM "documents", jsonb_each(field_values) AS entry
WHERE jsonb_typeof(entry.value) <> 'null';--> statement-breakpoint
SELECT set_config('lectern.across_companies', '', true);
