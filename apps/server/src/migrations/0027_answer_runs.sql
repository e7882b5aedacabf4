CREATE TABLE "answer_results" (
	"company_id" uuid NOT NULL,
	"answer_run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"answer_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"refusal" boolean NOT NULL,
	"outcome" jsonb,
	CONSTRAINT "answer_results_answer_run_id_position_pk" PRIMARY KEY("answer_run_id","position")
);
--> statement-breakpoint
ALTER TABLE "answer_results" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "answer_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"assistant_id" uuid NOT NULL,
	"evaluation_set_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text,
	"percent" double precision DEFAULT 0 NOT NULL,
	"lease_id" uuid,
	"heartbeat_at" timestamp with time zone,
	"error_code" text,
	"error_details" jsonb,
	"finished_at" timestamp with time zone,
	"from_draft" boolean NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"judge" text NOT NULL,
	"figures" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD COLUMN "refusal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "answer_results" ADD CONSTRAINT "answer_results_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_results" ADD CONSTRAINT "answer_results_answer_run_id_answer_runs_id_fk" FOREIGN KEY ("answer_run_id") REFERENCES "public"."answer_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_runs" ADD CONSTRAINT "answer_runs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_runs" ADD CONSTRAINT "answer_runs_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_runs" ADD CONSTRAINT "answer_runs_evaluation_set_id_evaluation_sets_id_fk" FOREIGN KEY ("evaluation_set_id") REFERENCES "public"."evaluation_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_runs" ADD CONSTRAINT "answer_runs_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_runs_assistant" ON "answer_runs" USING btree ("assistant_id","created_at");--> statement-breakpoint
CREATE INDEX "answer_runs_set" ON "answer_runs" USING btree ("evaluation_set_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "answer_results" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "answer_runs" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));