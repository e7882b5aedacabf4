CREATE TABLE "local_model_installs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"model" text NOT NULL,
	"path" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text,
	"percent" double precision DEFAULT 0 NOT NULL,
	"lease_id" uuid,
	"heartbeat_at" timestamp with time zone,
	"error_code" text,
	"error_details" jsonb,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "local_model_installs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "local_model_installs" ADD CONSTRAINT "local_model_installs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "of_company" ON "local_model_installs" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));