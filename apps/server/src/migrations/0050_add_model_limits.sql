CREATE TABLE "model_use" (
	"company_id" uuid NOT NULL,
	"model_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL,
	"tokens" bigint NOT NULL,
	"month" date NOT NULL,
	"price" double precision NOT NULL,
	CONSTRAINT "model_use_company_id_model_id_pk" PRIMARY KEY("company_id","model_id")
);
--> statement-breakpoint
ALTER TABLE "model_use" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "tokens_per_minute" integer;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "price_per_month" double precision;--> statement-breakpoint
ALTER TABLE "model_use" ADD CONSTRAINT "model_use_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_use" ADD CONSTRAINT "model_use_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_use_model" ON "model_use" USING btree ("model_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "model_use" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));