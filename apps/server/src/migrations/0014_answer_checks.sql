CREATE TABLE "answer_explanations" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"explanation" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_explanations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "multi_turn" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "self_rag" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "quote_by_llm" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "add_chunk_info" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "sort_by_page" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "keyword_extraction" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "cross_languages" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "claim_check" text DEFAULT 'words' NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "mail_support" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "support" jsonb;--> statement-breakpoint
ALTER TABLE "answer_explanations" ADD CONSTRAINT "answer_explanations_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_explanations" ADD CONSTRAINT "answer_explanations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "of_company" ON "answer_explanations" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));