// Stylesheets are imported for their effect alone; Vite puts them into the page.
declare module "*.css";
