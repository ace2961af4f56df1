import{createRequire}from'node:module';const require=createRequire(import.meta.url);
function t(r=""){return/^(aarch64|arm64)$/.test(r)?"arm64":"x64"}export{t as a};
