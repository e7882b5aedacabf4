CREATE TABLE "curated_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"assistant_id" uuid NOT NULL,
	"question" text NOT NULL,
	"alternatives" jsonb NOT NULL,
	"answer" text NOT NULL,
	"chunk_ids" jsonb NOT NULL,
	"enabled" boolean NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "curated_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "curated_answer_id" uuid;--> statement-breakpoint
ALTER TABLE "curated_answers" ADD CONSTRAINT "curated_answers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curated_answers" ADD CONSTRAINT "curated_answers_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curated_answers" ADD CONSTRAINT "curated_answers_changed_by_accounts_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "curated_answers_question" ON "curated_answers" USING btree ("assistant_id",md5(lower("question")));--> statement-breakpoint
CREATE INDEX "curated_answers_changed_by" ON "curated_answers" USING btree ("changed_by");--> statement-breakpoint
CREATE INDEX "conversations_assistant" ON "conversations" USING btree ("assistant_id","updated_at");--> statement-breakpoint
CREATE POLICY "of_company" ON "curated_answers" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));