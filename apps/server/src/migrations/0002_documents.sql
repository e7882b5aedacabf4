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
CREATE TABLE "document_tables" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"page" integer,
	"columns" jsonb NOT NULL,
	"row_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_tables" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "page_readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"engine" text NOT NULL,
	"page" integer NOT NULL,
	"reading" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "page_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evaluation_questions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"evaluation_set_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evaluation_questions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evaluation_results" (
	"company_id" uuid NOT NULL,
	"evaluation_run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"outcomes" jsonb,
	CONSTRAINT "evaluation_results_evaluation_run_id_position_pk" PRIMARY KEY("evaluation_run_id","position")
);
--> statement-breakpoint
ALTER TABLE "evaluation_results" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evaluation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"evaluation_set_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"state" text NOT NULL,
	"variants" jsonb NOT NULL,
	"document_count" integer NOT NULL,
	"chunk_count" integer NOT NULL,
	"left_out" integer NOT NULL,
	"error_code" text,
	"error_detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "evaluation_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "evaluation_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "evaluation_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "folders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "graph_communities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"build" integer NOT NULL,
	"number" integer NOT NULL,
	"size" integer NOT NULL,
	"title" text NOT NULL,
	"report" text,
	"report_key" text,
	"chunk_ids" uuid[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "graph_communities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "graph_entities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"build" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"aliases" text[] NOT NULL,
	"keys" text[] NOT NULL,
	"rank" double precision NOT NULL,
	"degree" integer NOT NULL,
	"mentions" integer NOT NULL,
	"community" integer
);
--> statement-breakpoint
ALTER TABLE "graph_entities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "graph_mentions" (
	"entity_id" uuid NOT NULL,
	"chunk_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "graph_mentions_entity_id_chunk_id_pk" PRIMARY KEY("entity_id","chunk_id")
);
--> statement-breakpoint
ALTER TABLE "graph_mentions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "graph_relations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"build" integer NOT NULL,
	"source_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"weight" double precision NOT NULL
);
--> statement-breakpoint
ALTER TABLE "graph_relations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "graph_statements" (
	"relation_id" uuid NOT NULL,
	"chunk_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "graph_statements_relation_id_chunk_id_pk" PRIMARY KEY("relation_id","chunk_id")
);
--> statement-breakpoint
ALTER TABLE "graph_statements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "graph_extractions" (
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"key" text NOT NULL,
	"extraction" jsonb NOT NULL,
	CONSTRAINT "graph_extractions_knowledge_base_id_key_pk" PRIMARY KEY("knowledge_base_id","key")
);
--> statement-breakpoint
ALTER TABLE "graph_extractions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_graphs" (
	"knowledge_base_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"state" text NOT NULL,
	"stage" text,
	"percent" double precision DEFAULT 0 NOT NULL,
	"wanted" integer DEFAULT 0 NOT NULL,
	"wants_new" boolean DEFAULT false NOT NULL,
	"wants_all" boolean DEFAULT false NOT NULL,
	"run_id" uuid,
	"alive_at" timestamp with time zone,
	"last_build" integer DEFAULT 0 NOT NULL,
	"active_build" integer DEFAULT 0 NOT NULL,
	"entity_count" integer DEFAULT 0 NOT NULL,
	"relation_count" integer DEFAULT 0 NOT NULL,
	"community_count" integer DEFAULT 0 NOT NULL,
	"chunk_count" integer DEFAULT 0 NOT NULL,
	"chunks_left_out" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"fingerprint" text,
	"model_name" text,
	"calls" integer DEFAULT 0 NOT NULL,
	"prompt_tokens" integer DEFAULT 0 NOT NULL,
	"completion_tokens" integer DEFAULT 0 NOT NULL,
	"cost" numeric(20, 10),
	"error_code" text,
	"error_detail" text,
	"built_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "s3_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"endpoint" text,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"access_key_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"secret_ending" text DEFAULT '' NOT NULL,
	"path_style" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "s3_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "s3_import_objects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"key" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"size_bytes" bigint,
	"etag" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason_code" text,
	"reason_details" jsonb,
	"file_id" uuid
);
--> statement-breakpoint
ALTER TABLE "s3_import_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "s3_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"folder_id" uuid,
	"to_top" boolean NOT NULL,
	"selection" jsonb NOT NULL,
	"status" text DEFAULT 'in_progress' NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"error_details" jsonb,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "s3_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "website_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"url" text NOT NULL,
	"moved_to" text,
	"settings" jsonb NOT NULL,
	"status" text NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"seeded" boolean DEFAULT false NOT NULL,
	"limit_reached" boolean DEFAULT false NOT NULL,
	"error_code" text,
	"error_detail" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"next_run_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "website_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "website_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"url" text NOT NULL,
	"url_key" text NOT NULL,
	"first" boolean DEFAULT false NOT NULL,
	"depth" integer DEFAULT 0 NOT NULL,
	"found_on" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"http_status" integer,
	"same_as" text,
	"title" text DEFAULT '' NOT NULL,
	"document_id" uuid,
	"kept" boolean DEFAULT false NOT NULL,
	"etag" text,
	"last_modified" text,
	"text_hash" text,
	"rendered" boolean DEFAULT false NOT NULL,
	"visited_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "website_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "kind" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "questions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "page_end" integer;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "image_key" text;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "table_id" uuid;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "source_chunk_ids" uuid[];--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "enriched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "table_answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "enrichment_options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "first_page_text" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "text_sha256" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "progress_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "picture_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "folder_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "shelf" text DEFAULT 'base' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "enrichment_options" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "archive_tasks" ADD CONSTRAINT "archive_tasks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archive_tasks" ADD CONSTRAINT "archive_tasks_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_tables" ADD CONSTRAINT "document_tables_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_tables" ADD CONSTRAINT "document_tables_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_readings" ADD CONSTRAINT "page_readings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD CONSTRAINT "evaluation_questions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_questions" ADD CONSTRAINT "evaluation_questions_evaluation_set_id_evaluation_sets_id_fk" FOREIGN KEY ("evaluation_set_id") REFERENCES "public"."evaluation_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_evaluation_run_id_evaluation_runs_id_fk" FOREIGN KEY ("evaluation_run_id") REFERENCES "public"."evaluation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_evaluation_set_id_evaluation_sets_id_fk" FOREIGN KEY ("evaluation_set_id") REFERENCES "public"."evaluation_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_sets" ADD CONSTRAINT "evaluation_sets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_sets" ADD CONSTRAINT "evaluation_sets_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_parent_id_folders_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."folders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_communities" ADD CONSTRAINT "graph_communities_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_communities" ADD CONSTRAINT "graph_communities_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_entities" ADD CONSTRAINT "graph_entities_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_entities" ADD CONSTRAINT "graph_entities_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_mentions" ADD CONSTRAINT "graph_mentions_entity_id_graph_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."graph_entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_mentions" ADD CONSTRAINT "graph_mentions_chunk_id_chunks_id_fk" FOREIGN KEY ("chunk_id") REFERENCES "public"."chunks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_mentions" ADD CONSTRAINT "graph_mentions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_relations" ADD CONSTRAINT "graph_relations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_relations" ADD CONSTRAINT "graph_relations_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_relations" ADD CONSTRAINT "graph_relations_source_id_graph_entities_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."graph_entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_relations" ADD CONSTRAINT "graph_relations_target_id_graph_entities_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."graph_entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_statements" ADD CONSTRAINT "graph_statements_relation_id_graph_relations_id_fk" FOREIGN KEY ("relation_id") REFERENCES "public"."graph_relations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_statements" ADD CONSTRAINT "graph_statements_chunk_id_chunks_id_fk" FOREIGN KEY ("chunk_id") REFERENCES "public"."chunks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_statements" ADD CONSTRAINT "graph_statements_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_extractions" ADD CONSTRAINT "graph_extractions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graph_extractions" ADD CONSTRAINT "graph_extractions_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ADD CONSTRAINT "knowledge_graphs_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ADD CONSTRAINT "knowledge_graphs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_chunks" ADD CONSTRAINT "re_embedded_chunks_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_chunks" ADD CONSTRAINT "re_embedded_chunks_chunk_id_chunks_id_fk" FOREIGN KEY ("chunk_id") REFERENCES "public"."chunks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_documents" ADD CONSTRAINT "re_embedded_documents_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embedded_documents" ADD CONSTRAINT "re_embedded_documents_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embeddings" ADD CONSTRAINT "re_embeddings_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "re_embeddings" ADD CONSTRAINT "re_embeddings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_connections" ADD CONSTRAINT "s3_connections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_import_objects" ADD CONSTRAINT "s3_import_objects_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_import_objects" ADD CONSTRAINT "s3_import_objects_import_id_s3_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."s3_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_import_objects" ADD CONSTRAINT "s3_import_objects_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_connection_id_s3_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."s3_connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD CONSTRAINT "s3_imports_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_imports" ADD CONSTRAINT "website_imports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_imports" ADD CONSTRAINT "website_imports_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_imports" ADD CONSTRAINT "website_imports_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_import_id_website_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."website_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archive_tasks_company_id" ON "archive_tasks" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "archive_tasks_owner_id" ON "archive_tasks" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "archive_tasks_object_key" ON "archive_tasks" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "document_tables_knowledge_base_id" ON "document_tables" USING btree ("knowledge_base_id");--> statement-breakpoint
CREATE INDEX "document_tables_document_id" ON "document_tables" USING btree ("document_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "page_readings_page" ON "page_readings" USING btree ("company_id","sha256","engine","page");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_questions_question" ON "evaluation_questions" USING btree ("evaluation_set_id",md5("question"));--> statement-breakpoint
CREATE INDEX "evaluation_runs_set" ON "evaluation_runs" USING btree ("evaluation_set_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_sets_name" ON "evaluation_sets" USING btree ("knowledge_base_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "folders_name" ON "folders" USING btree ("company_id",coalesce("parent_id", '00000000-0000-0000-0000-000000000000'),lower("name"));--> statement-breakpoint
CREATE INDEX "folders_parent_id" ON "folders" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "graph_communities_build" ON "graph_communities" USING btree ("knowledge_base_id","build","number");--> statement-breakpoint
CREATE INDEX "graph_entities_build" ON "graph_entities" USING btree ("knowledge_base_id","build","rank" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "graph_entities_keys" ON "graph_entities" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "graph_mentions_chunk_id" ON "graph_mentions" USING btree ("chunk_id");--> statement-breakpoint
CREATE INDEX "graph_relations_build" ON "graph_relations" USING btree ("knowledge_base_id","build");--> statement-breakpoint
CREATE INDEX "graph_relations_source_id" ON "graph_relations" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "graph_relations_target_id" ON "graph_relations" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "graph_statements_chunk_id" ON "graph_statements" USING btree ("chunk_id");--> statement-breakpoint
CREATE INDEX "re_embedded_chunks_base" ON "re_embedded_chunks" USING btree ("knowledge_base_id","generation");--> statement-breakpoint
CREATE UNIQUE INDEX "s3_connections_name" ON "s3_connections" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "s3_import_objects_key" ON "s3_import_objects" USING btree ("import_id","key");--> statement-breakpoint
CREATE INDEX "s3_import_objects_state" ON "s3_import_objects" USING btree ("import_id","state");--> statement-breakpoint
CREATE INDEX "s3_import_objects_company_key" ON "s3_import_objects" USING btree ("company_id","key");--> statement-breakpoint
CREATE INDEX "s3_import_objects_file_id" ON "s3_import_objects" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "s3_imports_company_id" ON "s3_imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "s3_imports_connection_id" ON "s3_imports" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "s3_imports_owner_id" ON "s3_imports" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "s3_imports_folder_id" ON "s3_imports" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "website_imports_knowledge_base_id" ON "website_imports" USING btree ("knowledge_base_id","created_at");--> statement-breakpoint
CREATE INDEX "website_imports_company_status" ON "website_imports" USING btree ("company_id","status");--> statement-breakpoint
CREATE INDEX "website_imports_next_run_at" ON "website_imports" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "website_imports_owner_id" ON "website_imports" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "website_pages_url_key" ON "website_pages" USING btree ("import_id","url_key");--> statement-breakpoint
CREATE INDEX "website_pages_state" ON "website_pages" USING btree ("import_id","state","depth");--> statement-breakpoint
CREATE INDEX "website_pages_text_hash" ON "website_pages" USING btree ("import_id","text_hash");--> statement-breakpoint
CREATE INDEX "website_pages_document_id" ON "website_pages" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "website_pages_company_id" ON "website_pages" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunks_contents" ON "chunks" USING btree ("knowledge_base_id","document_id") WHERE kind = 'contents';--> statement-breakpoint
CREATE INDEX "chunks_image_key" ON "chunks" USING btree ("image_key") WHERE image_key is not null;--> statement-breakpoint
CREATE INDEX "chunks_table_id" ON "chunks" USING btree ("table_id") WHERE table_id is not null;--> statement-breakpoint
CREATE INDEX "documents_text_sha256" ON "documents" USING btree ("knowledge_base_id","text_sha256");--> statement-breakpoint
CREATE INDEX "files_folder_id" ON "files" USING btree ("folder_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "archive_tasks" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "document_tables" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "page_readings" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "evaluation_questions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "evaluation_results" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "evaluation_runs" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "evaluation_sets" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "folders" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_communities" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_entities" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_mentions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_relations" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_statements" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_extractions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "knowledge_graphs" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "re_embedded_chunks" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "re_embedded_documents" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "re_embeddings" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "s3_connections" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "s3_import_objects" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "s3_imports" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "website_imports" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "website_pages" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE TABLE "host_turns" (
	"host" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE INDEX "files_object_key" ON "files" USING btree ("object_key");