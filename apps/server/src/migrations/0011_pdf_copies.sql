CREATE TABLE "pdf_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"format" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"object_key" text,
	"size_bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pdf_copies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pdf_copies" ADD CONSTRAINT "pdf_copies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pdf_copies_content" ON "pdf_copies" USING btree ("company_id","sha256","format");--> statement-breakpoint
CREATE INDEX "pdf_copies_object_key" ON "pdf_copies" USING btree ("object_key");--> statement-breakpoint
CREATE POLICY "of_company" ON "pdf_copies" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));