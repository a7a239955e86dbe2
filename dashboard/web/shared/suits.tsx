// The four suits as shapes. A suit is never told by its colour alone.

export type Suit = "s" | "h" | "d" | "c";

const paths: Readonly<Record<Suit, string>> = {
  s: "M12 1.5c2 3 9.5 7.5 9.5 12.5a4.7 4.7 0 0 1-8.6 2.7c.1 2.4 1 4.3 2.9 5.8H8.2c1.9-1.5 2.8-3.4 2.9-5.8A4.7 4.7 0 0 1 2.5 14C2.5 9 10 4.5 12 1.5z",
  h: "M12 22C10 19 2 13.5 2 8a5.5 5.5 0 0 1 10-3.2A5.5 5.5 0 0 1 22 8c0 5.5-8 11-10 14z",
  d: "M12 1 20.5 12 12 23 3.5 12z",
  c: "M12 1.7a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zM6.6 8.9a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zM17.4 8.9a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zM9 9.5h6l1 5H8zM11.2 13h1.6c0 4.2.8 7.2 3 9.5H8.2c2.2-2.3 3-5.3 3-9.5z",
};

export function SuitShape({ suit }: { readonly suit: Suit }) {
  return <path d={paths[suit]} />;
}
