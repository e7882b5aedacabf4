CREATE TABLE "archive_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"knowledge_base_id" uuid,
	"name" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text,
	"percent" double precision DEFAULT 0 NOT NULL,
	"document_count" integer DEFAULT 0 NOT NULL,
	"documents_done" integer DEFAULT 0 NOT NULL,
	"with_vectors" boolean,
	"object_key" text,
	"size_bytes" bigint,
	"sha256" text,
	"run_id" uuid,
	"alive_at" timestamp with time zone,
	"error_code" text,
	"error_details" jsonb,
	"expires_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "archive_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "re_embedded_chunks" (
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"chunk_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"source" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "re_embedded_chunks_chunk_id_generation_pk" PRIMARY KEY("chunk_id","generation")
);
--> statement-breakpoint
ALTER TABLE "re_embedded_chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "re_embedded_documents" (
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "re_embedded_documents_knowledge_base_id_generation_document_id_pk" PRIMARY KEY("knowledge_base_id","generation","document_id")
);
--> statement-breakpoint
ALTER TABLE "re_embedded_documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "re_embeddings" (
	"knowledge_base_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"state" text NOT NULL,
	"stage" text,
	"percent" double precision DEFAULT 0 NOT NULL,
	"embedding_model_id" text NOT NULL,
	"folder_weight" double precision NOT NULL,
	"generation" integer NOT NULL,
	"wanted" integer DEFAULT 1 NOT NULL,
	"run_id" uuid,
	"alive_at" timestamp with time zone,
	"embedded_chunks" integer DEFAULT 0 NOT NULL,
	"total_chunks" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_detail" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"progress_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "re_embeddings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "archive_tasks" ADD CONSTRAINT "archive_tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archive_tasks" ADD CONSTRAINT "archive_tasks_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_chunks" ADD CONSTRAINT "re_embedded_chunks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_chunks" ADD CONSTRAINT "re_embedded_chunks_chunk_id_chunks_id_fk" FOREIGN KEY ("chunk_id") REFERENCES "public"."chunks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_documents" ADD CONSTRAINT "re_embedded_documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_documents" ADD CONSTRAINT "re_embedded_documents_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embeddings" ADD CONSTRAINT "re_embeddings_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embeddings" ADD CONSTRAINT "re_embeddings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archive_tasks_company_id" ON "archive_tasks" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "archive_tasks_owner_id" ON "archive_tasks" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "archive_tasks_object_key" ON "archive_tasks" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "re_embedded_chunks_base" ON "re_embedded_chunks" USING btree ("knowledge_base_id","generation");--> statement-breakpoint
CREATE POLICY "of_company" ON "archive_tasks" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "re_embedded_chunks" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "re_embedded_documents" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "re_embeddings" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));