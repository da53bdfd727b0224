-- As pg_dump writes it.
SET statement_timeout = 0;
SET client_encoding = 'UTF8';

CREATE TYPE public.order_state AS ENUM (
    'open',
    'paid',
    'sent''back'
);

CREATE DOMAIN public.positive AS integer
    CONSTRAINT positive_check CHECK ((VALUE > 0));

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW.updated_at = now();
  RETURN NEW;
END;
$$;

CREATE TABLE public.customers (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    email character varying(120) NOT NULL,
    full_name text DEFAULT ''::text NOT NULL,
    born date,
    balance numeric(12,2) DEFAULT 0.00 NOT NULL,
    tags text[] DEFAULT '{}'::text[],
    settings jsonb,
    newsletter boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT customers_balance_check CHECK ((balance >= (0)::numeric))
);

ALTER TABLE public.customers OWNER TO shop;
COMMENT ON TABLE public.customers IS 'Who buys.';
COMMENT ON COLUMN public.customers.born IS 'For the birthday mail';

CREATE TABLE public.orders (
    id bigint NOT NULL,
    customer_id uuid NOT NULL,
    state public.order_state DEFAULT 'open'::public.order_state NOT NULL,
    placed_on date DEFAULT CURRENT_DATE NOT NULL,
    search tsvector,
    total numeric(12,2) GENERATED ALWAYS AS ((0)::numeric) STORED,
    note character varying(500)
)
PARTITION BY RANGE (placed_on);

ALTER TABLE public.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.orders_id_seq
    START WITH 1
    INCREMENT BY 1
);

COPY public.customers (id, email, full_name) FROM stdin;
2f1a	a;b@example.com	'); DROP
\.

ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.customers
    ADD CONSTRAINT customers_email_key UNIQUE (email);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
CREATE INDEX orders_placed_idx ON public.orders USING btree (placed_on DESC);
CREATE UNIQUE INDEX one_open ON public.orders USING btree (customer_id) WHERE (state = 'open'::public.order_state);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES public.customers(id) ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
CREATE VIEW public.open_orders AS SELECT * FROM public.orders WHERE state = 'open';
GRANT SELECT ON TABLE public.customers TO reader;
