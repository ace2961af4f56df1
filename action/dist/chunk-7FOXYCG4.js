import{createRequire}from'node:module';const require=createRequire(import.meta.url);
function t(n,r){return`${n} ${r}${n===1?"":"s"}`}export{t as a};
