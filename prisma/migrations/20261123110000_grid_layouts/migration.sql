-- How each person has laid the grid of questions out.
CREATE TABLE "grid_layouts" (
    "user_id" INTEGER NOT NULL,
    "columns" TEXT[],
    "pinned" TEXT[],
    "widths" JSONB NOT NULL DEFAULT '{}',
    "density" TEXT NOT NULL DEFAULT 'normal',
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grid_layouts_pkey" PRIMARY KEY ("user_id")
);

ALTER TABLE "grid_layouts" ADD CONSTRAINT "grid_layouts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here on.
ALTER TABLE "grid_layouts" ADD CONSTRAINT "grid_layouts_density" CHECK ("density" IN ('compact', 'normal', 'tall'));
