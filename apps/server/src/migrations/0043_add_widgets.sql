CREATE TABLE "widget_used_identities" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "widget_used_identities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "visitor_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visitor_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "widget_conversations" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"widget_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"site" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "widget_conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "widget_visitors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"widget_id" uuid NOT NULL,
	"subject" text,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"site" text NOT NULL,
	"counted_day" date,
	"counted_questions" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "widget_visitors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "widgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"assistant_id" uuid NOT NULL,
	"created_by" uuid,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sites" text[] NOT NULL,
	"link_enabled" boolean DEFAULT false NOT NULL,
	"appearance" jsonb NOT NULL,
	"questions_per_visitor" integer DEFAULT 50,
	"questions_per_day" integer DEFAULT 1000,
	"ask_name" text DEFAULT 'off' NOT NULL,
	"ask_email" text DEFAULT 'off' NOT NULL,
	"identity" text DEFAULT 'off' NOT NULL,
	"sealed_identity_secret" text,
	"identity_hint" text,
	"sources" text DEFAULT 'passages' NOT NULL,
	"counted_day" date,
	"counted_questions" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "widgets_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
ALTER TABLE "widgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "widget_used_identities" ADD CONSTRAINT "widget_used_identities_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_used_identities" ADD CONSTRAINT "widget_used_identities_visitor_id_widget_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."widget_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_tokens" ADD CONSTRAINT "visitor_tokens_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor_tokens" ADD CONSTRAINT "visitor_tokens_visitor_id_widget_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."widget_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_conversations" ADD CONSTRAINT "widget_conversations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_conversations" ADD CONSTRAINT "widget_conversations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_conversations" ADD CONSTRAINT "widget_conversations_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_conversations" ADD CONSTRAINT "widget_conversations_visitor_id_widget_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."widget_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_visitors" ADD CONSTRAINT "widget_visitors_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget_visitors" ADD CONSTRAINT "widget_visitors_widget_id_widgets_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widgets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_assistant_id_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widgets" ADD CONSTRAINT "widgets_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "widget_used_identities_visitor_id" ON "widget_used_identities" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "widget_used_identities_expires_at" ON "widget_used_identities" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "visitor_tokens_visitor_id" ON "visitor_tokens" USING btree ("visitor_id");--> statement-breakpoint
CREATE INDEX "visitor_tokens_expires_at" ON "visitor_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "widget_conversations_widget_id" ON "widget_conversations" USING btree ("widget_id","created_at");--> statement-breakpoint
CREATE INDEX "widget_conversations_visitor_id" ON "widget_conversations" USING btree ("visitor_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "widget_visitors_subject" ON "widget_visitors" USING btree ("widget_id","subject") WHERE subject is not null;--> statement-breakpoint
CREATE INDEX "widget_visitors_widget_id" ON "widget_visitors" USING btree ("widget_id","last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "widgets_name" ON "widgets" USING btree ("assistant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "widgets_company_id" ON "widgets" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "widgets_created_by" ON "widgets" USING btree ("created_by");--> statement-breakpoint
CREATE POLICY "of_company" ON "widget_used_identities" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "visitor_tokens" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "widget_conversations" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "widget_visitors" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));--> statement-breakpoint
CREATE POLICY "of_company" ON "widgets" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));