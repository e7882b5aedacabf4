CREATE TABLE "usage_slots" (
	"company_id" uuid NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	"answers" integer NOT NULL,
	"failed" integer NOT NULL,
	"model_calls" integer NOT NULL,
	"prompt_tokens" bigint NOT NULL,
	"completion_tokens" bigint NOT NULL,
	"embedding_tokens" bigint NOT NULL,
	"cost" double precision NOT NULL,
	"duration_ms" bigint NOT NULL,
	CONSTRAINT "usage_slots_company_id_slot_pk" PRIMARY KEY("company_id","slot")
);
--> statement-breakpoint
ALTER TABLE "usage_slots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "usage_slots" ADD CONSTRAINT "usage_slots_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usage_slots_slot" ON "usage_slots" USING btree ("slot");--> statement-breakpoint
CREATE POLICY "of_company" ON "usage_slots" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));