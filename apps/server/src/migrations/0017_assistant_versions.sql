CREATE TABLE "assistant_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"assistant_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"note" text NOT NULL,
	"published_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "draft_saved_by" uuid;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "draft_saved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "uses_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_published_by_accounts_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_versions_number" ON "assistant_versions" USING btree ("assistant_id","number");--> statement-breakpoint
CREATE INDEX "assistant_versions_published_by" ON "assistant_versions" USING btree ("published_by");--> statement-breakpoint
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_draft_saved_by_accounts_id_fk" FOREIGN KEY ("draft_saved_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "of_company" ON "assistant_versions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
select set_config('lectern.across_companies', 'on', true);--> statement-breakpoint
-- What assistants answer with today is their first version.
INSERT INTO "assistant_versions" ("id", "company_id", "assistant_id", "number", "settings", "note", "published_by", "created_at")
SELECT gen_random_uuid(), a."company_id", a."id", 1, jsonb_build_object(
  'description', a."description", 'avatar', a."avatar", 'language', a."language", 'opener', a."opener",
  'emptyResponse', a."empty_response", 'systemPrompt', a."system_prompt", 'variables', a."variables",
  'retrieval', a."retrieval", 'chatModelId', a."chat_model_id", 'parameters', a."parameters",
  'showQuote', a."show_quote", 'conversationMemory', a."conversation_memory", 'multiTurn', a."multi_turn",
  'selfRag', a."self_rag", 'quoteByLlm', a."quote_by_llm", 'addChunkInfo', a."add_chunk_info",
  'sortByPage', a."sort_by_page", 'keywordExtraction', a."keyword_extraction",
  'crossLanguages', a."cross_languages", 'claimCheck', a."claim_check", 'mailSupport', a."mail_support",
  'knowledgeBaseIds', coalesce((
    SELECT jsonb_agg(b."knowledge_base_id" ORDER BY b."position") FROM "assistant_knowledge_bases" b
    WHERE b."assistant_id" = a."id"), '[]'::jsonb)),
  '', a."owner_id", a."updated_at"
FROM "assistants" a WHERE NOT a."is_general";
