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
CREATE INDEX "graph_communities_build" ON "graph_communities" USING btree ("knowledge_base_id","build","number");--> statement-breakpoint
CREATE INDEX "graph_entities_build" ON "graph_entities" USING btree ("knowledge_base_id","build","rank" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "graph_entities_keys" ON "graph_entities" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "graph_mentions_chunk_id" ON "graph_mentions" USING btree ("chunk_id");--> statement-breakpoint
CREATE INDEX "graph_relations_build" ON "graph_relations" USING btree ("knowledge_base_id","build");--> statement-breakpoint
CREATE INDEX "graph_relations_source_id" ON "graph_relations" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "graph_relations_target_id" ON "graph_relations" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "graph_statements_chunk_id" ON "graph_statements" USING btree ("chunk_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_communities" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_entities" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_mentions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_relations" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_statements" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "graph_extractions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "knowledge_graphs" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));