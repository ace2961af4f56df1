import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-JUT3ESAC.js";import"./chunk-AWBFGO2A.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{b as EngineCommand,a as IMAGE_PATIENCE,c as lines};
