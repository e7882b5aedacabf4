ALTER TABLE "curated_answers" ADD COLUMN "source_copies" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
SELECT set_config('lectern.across_companies', 'on', true);--> statement-breakpoint
UPDATE "curated_answers" SET "source_copies" = kept.copies
FROM (
  SELECT a.id, jsonb_object_agg(c.id::text, jsonb_build_object(
    'documentId', d.id, 'documentName', d.name, 'text', left(c.text, 4000))) AS copies
  FROM "curated_answers" a, jsonb_array_elements_text(a.chunk_ids) AS source(id), "chunks" c, "documents" d
  WHERE c.id = source.id::uuid AND d.id = c.document_id
  GROUP BY a.id
) AS kept
WHERE kept.id = "curated_answers".id;--> statement-breakpoint
SELECT set_config('lectern.across_companies', '', true);
