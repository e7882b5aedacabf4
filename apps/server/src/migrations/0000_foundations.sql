CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"photo" text,
	"color_scheme" text DEFAULT 'auto' NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"login_hash" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_knowledge_bases" (
	"company_id" uuid NOT NULL,
	"assistant_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "assistant_knowledge_bases_assistant_id_knowledge_base_id_pk" PRIMARY KEY("assistant_id","knowledge_base_id")
);
--> statement-breakpoint
ALTER TABLE "assistant_knowledge_bases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assistants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"avatar" text,
	"language" text NOT NULL,
	"opener" text NOT NULL,
	"empty_response" text NOT NULL,
	"system_prompt" text NOT NULL,
	"variables" jsonb NOT NULL,
	"retrieval" jsonb NOT NULL,
	"chat_model_id" text,
	"parameters" jsonb NOT NULL,
	"show_quote" boolean NOT NULL,
	"conversation_memory" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chunks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"text" text NOT NULL,
	"keywords" text[] DEFAULT '{}' NOT NULL,
	"heading_path" text[] DEFAULT '{}' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"edited" boolean DEFAULT false NOT NULL,
	"tokens" integer NOT NULL,
	"page" integer,
	"boxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"char_start" integer,
	"char_end" integer,
	"vector" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"package_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"is_sign_up_default" boolean DEFAULT false NOT NULL,
	"max_users" integer,
	"max_chatbots" integer,
	"max_kbs" integer,
	"max_chatbot_iframes" integer,
	"max_storage_gb" double precision,
	"max_requests" integer,
	"yearly_max_requests" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"assistant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"question_id" uuid,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"status" text NOT NULL,
	"citations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"searched_question" text,
	"nothing_found" boolean DEFAULT false NOT NULL,
	"model_name" text,
	"prompt_tokens" integer,
	"completion_tokens" integer,
	"duration_ms" integer,
	"error_code" text,
	"error_detail" text,
	"alive_at" timestamp with time zone,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"title" text,
	"format" text NOT NULL,
	"page_count" integer,
	"enabled" boolean DEFAULT true NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"chunk_method" text NOT NULL,
	"chunk_options" jsonb NOT NULL,
	"reading_options" jsonb NOT NULL,
	"status" text DEFAULT 'unstarted' NOT NULL,
	"stage" text,
	"percent" double precision DEFAULT 0 NOT NULL,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_code" text,
	"error_detail" text,
	"waiting_reason" text,
	"process_begin_at" timestamp with time zone,
	"process_duration_ms" integer,
	"parse_version" integer DEFAULT 0 NOT NULL,
	"active_version" integer DEFAULT 0 NOT NULL,
	"chunk_count" integer DEFAULT 0 NOT NULL,
	"rendered_key" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"object_key" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_bases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"photo" text,
	"language" text DEFAULT 'en' NOT NULL,
	"permission" text DEFAULT 'me' NOT NULL,
	"embedding_model_id" text NOT NULL,
	"chunk_method" text NOT NULL,
	"chunk_options" jsonb NOT NULL,
	"reading_options" jsonb NOT NULL,
	"folder_weight" double precision NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"provider_id" text NOT NULL,
	"model_name" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"vision" boolean DEFAULT false NOT NULL,
	"context_tokens" integer,
	"base_url" text,
	"sealed_key" text,
	"key_ending" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "models" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "system_models" (
	"type" text PRIMARY KEY NOT NULL,
	"model_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid,
	"assistant_id" uuid,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"model_id" text,
	"model_name" text,
	"prompt_tokens" integer DEFAULT 0 NOT NULL,
	"completion_tokens" integer DEFAULT 0 NOT NULL,
	"embedding_tokens" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"outcome" text DEFAULT 'ok' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_knowledge_bases" ADD CONSTRAINT "assistant_knowledge_bases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_knowledge_bases" ADD CONSTRAINT "assistant_knowledge_bases_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_knowledge_bases" ADD CONSTRAINT "assistant_knowledge_bases_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistants" ADD CONSTRAINT "assistants_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD CONSTRAINT "knowledge_bases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD CONSTRAINT "knowledge_bases_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_username" ON "accounts" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_account_id" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "assistant_knowledge_bases_knowledge_base_id" ON "assistant_knowledge_bases" USING btree ("knowledge_base_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assistants_name" ON "assistants" USING btree ("company_id",lower("name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chunks_document_version_ordinal" ON "chunks" USING btree ("document_id","version","ordinal");--> statement-breakpoint
CREATE INDEX "chunks_knowledge_base_disabled" ON "chunks" USING btree ("knowledge_base_id") WHERE not enabled;--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_company_account" ON "memberships" USING btree ("company_id","account_id");--> statement-breakpoint
CREATE INDEX "conversations_owner" ON "conversations" USING btree ("assistant_id","account_id","updated_at");--> statement-breakpoint
CREATE INDEX "messages_conversation_id" ON "messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_streaming" ON "messages" USING btree ("conversation_id") WHERE status = 'streaming';--> statement-breakpoint
CREATE INDEX "documents_knowledge_base_id" ON "documents" USING btree ("knowledge_base_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_company_status" ON "documents" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "files_company_id" ON "files" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_bases_name" ON "knowledge_bases" USING btree ("company_id",lower("name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "knowledge_bases_company_id" ON "knowledge_bases" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "usage_records_company_created" ON "usage_records" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "usage_records_requests" ON "usage_records" USING btree ("company_id","created_at") WHERE kind = 'request';--> statement-breakpoint
CREATE POLICY "of_company" ON "assistant_knowledge_bases" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "assistants" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "chunks" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "companies" AS PERMISSIVE FOR ALL TO public USING (("id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "memberships" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "conversations" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "messages" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "documents" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "files" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "knowledge_bases" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_company" ON "models" AS PERMISSIVE FOR ALL TO public USING ((company_id = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK ((company_id = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));--> statement-breakpoint
CREATE POLICY "of_platform" ON "models" AS PERMISSIVE FOR SELECT TO public USING ((company_id is null));--> statement-breakpoint
CREATE POLICY "of_company" ON "usage_records" AS PERMISSIVE FOR ALL TO public USING (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on')) WITH CHECK (("company_id" = nullif(current_setting('lectern.company_id', true), '')::uuid or current_setting('lectern.across_companies', true) = 'on'));