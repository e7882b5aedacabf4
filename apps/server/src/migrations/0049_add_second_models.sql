ALTER TABLE "messages" ADD COLUMN "instead_of" jsonb;--> statement-breakpoint
ALTER TABLE "flow_run_steps" ADD COLUMN "models" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "second_model_id" uuid;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_second_model_id_models_id_fk" FOREIGN KEY ("second_model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "models_second_model" ON "models" USING btree ("second_model_id") WHERE second_model_id is not null;