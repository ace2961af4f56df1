import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-IDW56MHP.js";import"./chunk-OVUSMRXT.js";import"./chunk-7FP6CXNQ.js";import"./chunk-6VLYQYI6.js";await t(async()=>(await import("./post-CWA5MQ4Z.js")).postStep());
