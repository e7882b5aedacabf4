CREATE TABLE "flow_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"flow_id" uuid,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "flow_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "flow_mails" ADD CONSTRAINT "flow_mails_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_mails" ADD CONSTRAINT "flow_mails_flow_id_flows_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."flows"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_mails_queued" ON "flow_mails" USING btree ("company_id","queued_at");--> statement-breakpoint
CREATE POLICY "of_company" ON "flow_mails" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));